-- Questions of the kind that TPC-H asks, on its tables, in words that PostgreSQL, SQLite and sqlparser's generic dialect share.
SELECT l_returnflag, l_linestatus, sum(l_quantity) AS quantity, sum(l_extendedprice) AS base,
       sum(l_extendedprice * (1 - l_discount)) AS discounted, avg(l_discount) AS discount, count(*) AS lines
FROM lineitem WHERE l_shipdate <= '1998-08-30' GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus;
SELECT s.s_acctbal, s.s_name, n.n_name, p.p_partkey, p.p_mfgr, s.s_address FROM part p
JOIN partsupp ps ON ps.ps_partkey = p.p_partkey JOIN supplier s ON s.s_suppkey = ps.ps_suppkey
JOIN nation n ON n.n_nationkey = s.s_nationkey JOIN region r ON r.r_regionkey = n.n_regionkey
WHERE p.p_size = 15 AND p.p_type LIKE '%STEEL' AND r.r_name = 'EUROPE' AND ps.ps_supplycost =
  (SELECT min(x.ps_supplycost) FROM partsupp x JOIN supplier y ON y.s_suppkey = x.ps_suppkey
   JOIN nation z ON z.n_nationkey = y.s_nationkey WHERE x.ps_partkey = p.p_partkey AND z.n_regionkey = r.r_regionkey)
ORDER BY s.s_acctbal DESC, n.n_name LIMIT 100;
SELECT o.o_orderkey, sum(l.l_extendedprice * (1 - l.l_discount)) AS revenue, o.o_orderdate, o.o_shippriority
FROM customer c, orders o, lineitem l WHERE c.c_mktsegment = 'BUILDING' AND c.c_custkey = o.o_custkey
  AND l.l_orderkey = o.o_orderkey AND o.o_orderdate < '1995-03-15' AND l.l_shipdate > '1995-03-15'
GROUP BY o.o_orderkey, o.o_orderdate, o.o_shippriority ORDER BY revenue DESC, o.o_orderdate LIMIT 10;
SELECT o_orderpriority, count(*) AS late FROM orders WHERE o_orderdate >= '1993-07-01' AND o_orderdate < '1993-10-01'
  AND EXISTS (SELECT * FROM lineitem WHERE l_orderkey = o_orderkey AND l_commitdate < l_receiptdate)
GROUP BY o_orderpriority ORDER BY o_orderpriority;
SELECT n.n_name, sum(l.l_extendedprice * (1 - l.l_discount)) AS revenue FROM customer c
JOIN orders o ON o.o_custkey = c.c_custkey JOIN lineitem l ON l.l_orderkey = o.o_orderkey
JOIN supplier s ON s.s_suppkey = l.l_suppkey AND s.s_nationkey = c.c_nationkey
JOIN nation n ON n.n_nationkey = s.s_nationkey JOIN region r ON r.r_regionkey = n.n_regionkey
WHERE r.r_name = 'ASIA' AND o.o_orderdate BETWEEN '1994-01-01' AND '1994-12-31' GROUP BY n.n_name ORDER BY revenue DESC;
SELECT sum(l_extendedprice * l_discount) AS revenue FROM lineitem
WHERE l_shipdate >= '1994-01-01' AND l_shipdate < '1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24;
SELECT supp_nation, cust_nation, year, sum(volume) AS revenue FROM
  (SELECT a.n_name AS supp_nation, b.n_name AS cust_nation, substr(l_shipdate, 1, 4) AS year,
          l_extendedprice * (1 - l_discount) AS volume
   FROM supplier, lineitem, orders, customer, nation a, nation b
   WHERE s_suppkey = l_suppkey AND o_orderkey = l_orderkey AND c_custkey = o_custkey AND s_nationkey = a.n_nationkey
     AND c_nationkey = b.n_nationkey AND ((a.n_name = 'FRANCE' AND b.n_name = 'GERMANY')
       OR (a.n_name = 'GERMANY' AND b.n_name = 'FRANCE'))) AS shipping
GROUP BY supp_nation, cust_nation, year ORDER BY supp_nation, cust_nation, year;
SELECT year, sum(CASE WHEN nation = 'BRAZIL' THEN volume ELSE 0 END) / sum(volume) AS share FROM
  (SELECT substr(o.o_orderdate, 1, 4) AS year, l.l_extendedprice * (1 - l.l_discount) AS volume, m.n_name AS nation
   FROM part p JOIN lineitem l ON l.l_partkey = p.p_partkey JOIN supplier s ON s.s_suppkey = l.l_suppkey
   JOIN orders o ON o.o_orderkey = l.l_orderkey JOIN customer c ON c.c_custkey = o.o_custkey
   JOIN nation n ON n.n_nationkey = c.c_nationkey JOIN nation m ON m.n_nationkey = s.s_nationkey
   JOIN region r ON r.r_regionkey = n.n_regionkey WHERE r.r_name = 'AMERICA' AND p.p_type = 'ECONOMY PLATED TIN') AS sales
GROUP BY year ORDER BY year;
SELECT nation, year, sum(amount) AS profit FROM
  (SELECT n_name AS nation, substr(o_orderdate, 1, 4) AS year,
          l_extendedprice * (1 - l_discount) - ps_supplycost * l_quantity AS amount
   FROM part, supplier, lineitem, partsupp, orders, nation
   WHERE s_suppkey = l_suppkey AND ps_suppkey = l_suppkey AND ps_partkey = l_partkey AND p_partkey = l_partkey
     AND o_orderkey = l_orderkey AND s_nationkey = n_nationkey AND p_name LIKE '%green%') AS profits
GROUP BY nation, year ORDER BY nation, year DESC;
SELECT c.c_custkey, c.c_name, sum(l.l_extendedprice * (1 - l.l_discount)) AS lost, c.c_acctbal, n.n_name, c.c_phone
FROM customer c JOIN orders o ON o.o_custkey = c.c_custkey JOIN lineitem l ON l.l_orderkey = o.o_orderkey
JOIN nation n ON n.n_nationkey = c.c_nationkey WHERE o.o_orderdate >= '1993-10-01' AND l.l_returnflag = 'R'
GROUP BY c.c_custkey, c.c_name, c.c_acctbal, c.c_phone, n.n_name ORDER BY lost DESC LIMIT 20;
SELECT ps_partkey, sum(ps_supplycost * ps_availqty) AS value FROM partsupp, supplier, nation
WHERE ps_suppkey = s_suppkey AND s_nationkey = n_nationkey AND n_name = 'GERMANY' GROUP BY ps_partkey
HAVING sum(ps_supplycost * ps_availqty) > (SELECT sum(ps_supplycost * ps_availqty) * 0.0001 FROM partsupp, supplier, nation
  WHERE ps_suppkey = s_suppkey AND s_nationkey = n_nationkey AND n_name = 'GERMANY') ORDER BY value DESC;
SELECT l_shipmode, sum(CASE WHEN o_orderpriority = '1-URGENT' OR o_orderpriority = '2-HIGH' THEN 1 ELSE 0 END) AS high,
       sum(CASE WHEN o_orderpriority <> '1-URGENT' AND o_orderpriority <> '2-HIGH' THEN 1 ELSE 0 END) AS low
FROM orders JOIN lineitem ON l_orderkey = o_orderkey WHERE l_shipmode IN ('MAIL', 'SHIP') AND l_commitdate < l_receiptdate
  AND l_shipdate < l_commitdate AND l_receiptdate >= '1994-01-01' GROUP BY l_shipmode ORDER BY l_shipmode;
SELECT orders_made, count(*) AS customers FROM
  (SELECT c.c_custkey, count(o.o_orderkey) AS orders_made FROM customer c
   LEFT JOIN orders o ON o.o_custkey = c.c_custkey AND o.o_comment NOT LIKE '%special%requests%' GROUP BY c.c_custkey) AS made
GROUP BY orders_made ORDER BY customers DESC, orders_made DESC;
WITH revenue AS (SELECT l_suppkey AS supplier_no, sum(l_extendedprice * (1 - l_discount)) AS total FROM lineitem
  WHERE l_shipdate >= '1996-01-01' AND l_shipdate < '1996-04-01' GROUP BY l_suppkey)
SELECT s.s_suppkey, s.s_name, s.s_address, s.s_phone, r.total FROM supplier s JOIN revenue r ON r.supplier_no = s.s_suppkey
WHERE r.total = (SELECT max(total) FROM revenue) ORDER BY s.s_suppkey;
SELECT p_brand, p_type, p_size, count(DISTINCT ps_suppkey) AS suppliers FROM partsupp JOIN part ON p_partkey = ps_partkey
WHERE p_brand <> 'Brand#45' AND p_type NOT LIKE 'MEDIUM%' AND p_size IN (49, 14, 23, 45, 19, 3, 36, 9)
  AND ps_suppkey NOT IN (SELECT s_suppkey FROM supplier WHERE s_comment LIKE '%Customer%Complaints%')
GROUP BY p_brand, p_type, p_size ORDER BY suppliers DESC, p_brand, p_type, p_size;
SELECT sum(l.l_extendedprice) / 7.0 AS yearly FROM lineitem l JOIN part p ON p.p_partkey = l.l_partkey
WHERE p.p_brand = 'Brand#23' AND p.p_container = 'MED BOX'
  AND l.l_quantity < (SELECT 0.2 * avg(x.l_quantity) FROM lineitem x WHERE x.l_partkey = p.p_partkey);
SELECT c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice, sum(l_quantity) AS quantity FROM customer, orders, lineitem
WHERE o_orderkey IN (SELECT l_orderkey FROM lineitem GROUP BY l_orderkey HAVING sum(l_quantity) > 300)
  AND c_custkey = o_custkey AND o_orderkey = l_orderkey
GROUP BY c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice ORDER BY o_totalprice DESC, o_orderdate LIMIT 100;
INSERT INTO sales_by_month (month, nation, revenue) SELECT substr(o.o_orderdate, 1, 7), n.n_name, sum(l.l_extendedprice)
FROM orders o JOIN lineitem l ON l.l_orderkey = o.o_orderkey JOIN customer c ON c.c_custkey = o.o_custkey
JOIN nation n ON n.n_nationkey = c.c_nationkey GROUP BY substr(o.o_orderdate, 1, 7), n.n_name;
WITH forest AS (SELECT p_partkey FROM part WHERE p_name LIKE 'forest%'), shipped AS
  (SELECT l_partkey, l_suppkey, 0.5 * sum(l_quantity) AS half FROM lineitem WHERE l_shipdate >= '1994-01-01'
   GROUP BY l_partkey, l_suppkey)
SELECT s.s_name, s.s_address FROM supplier s JOIN nation n ON n.n_nationkey = s.s_nationkey WHERE n.n_name = 'CANADA'
  AND s.s_suppkey IN (SELECT ps.ps_suppkey FROM partsupp ps JOIN shipped h ON h.l_partkey = ps.ps_partkey
    AND h.l_suppkey = ps.ps_suppkey WHERE ps.ps_partkey IN (SELECT p_partkey FROM forest) AND ps.ps_availqty > h.half)
ORDER BY s.s_name;
SELECT code, count(*) AS customers, sum(c_acctbal) AS balance FROM
  (SELECT substr(c_phone, 1, 2) AS code, c_acctbal FROM customer WHERE substr(c_phone, 1, 2) IN ('13', '31', '23', '29')
     AND c_acctbal > (SELECT avg(c_acctbal) FROM customer WHERE c_acctbal > 0.00)
     AND NOT EXISTS (SELECT * FROM orders WHERE o_custkey = c_custkey)) AS idle GROUP BY code ORDER BY code;
