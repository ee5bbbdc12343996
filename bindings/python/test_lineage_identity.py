"""Tries the binding on every case of SQL datasets, and its datasets on the classes of openlineage-python."""

import json
import pathlib
import unittest

from lineage_identity import SqlDatasets, evaluate, sql_datasets

CASES = pathlib.Path(__file__).resolve().parents[2] / "tests" / "cases" / "sql_datasets.jsonl"


def cases():
    for line in CASES.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


class SqlDatasetsTest(unittest.TestCase):
    def test_every_case(self):
        count = 0
        for case in cases():
            request = case["request"]
            lineage = sql_datasets(
                request["metadata"],
                request.get("identity", "datasource"),
                request.get("job_namespace"),
                request.get("dialects"),
            )
            self.assertIsInstance(lineage, SqlDatasets)
            for key in ("inputs", "outputs"):
                answered = [vars(dataset) for dataset in getattr(lineage, key)]
                self.assertEqual(answered, case["response"][key], case["id"])
            self.assertEqual(lineage.notes, case["response"]["notes"], case["id"])
            self.assertEqual(lineage.job_facets, case["response"]["job_facets"], case["id"])
            count += 1
        self.assertGreater(count, 40)

    def test_text_beyond_the_basic_plane_and_nul(self):
        answer = evaluate({"op": "sql", "dialect": "postgres", "sql": 'SELECT * FROM "tab\U0001f600le"'})
        self.assertEqual(answer["inputs"][0]["name"], "tab\U0001f600le")

    def test_a_wrong_option_is_said(self):
        with self.assertRaises(ValueError):
            sql_datasets({}, identity="other")

    def test_the_classes_of_openlineage_python_take_them(self):
        try:
            from openlineage.client.event_v2 import InputDataset
            from openlineage.client.facet_v2 import datasource_dataset, schema_dataset
        except ImportError:
            self.skipTest("openlineage-python is not installed")
        made = 0
        for case in cases():
            if case["request"].get("identity") == "legacy":
                continue
            lineage = sql_datasets(case["request"]["metadata"], dialects=case["request"].get("dialects"))
            for dataset in lineage.inputs + lineage.outputs:
                facets = {"dataSource": datasource_dataset.DatasourceDatasetFacet(**dataset.facets["dataSource"])}
                if "schema" in dataset.facets:
                    fields = [schema_dataset.SchemaDatasetFacetFields(**f) for f in dataset.facets["schema"]["fields"]]
                    facets["schema"] = schema_dataset.SchemaDatasetFacet(fields=fields)
                InputDataset(namespace=dataset.namespace, name=dataset.name, facets=facets)
                made += 1
        self.assertGreater(made, 20)


if __name__ == "__main__":
    unittest.main()
