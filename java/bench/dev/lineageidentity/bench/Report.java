package dev.lineageidentity.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks and prints the median of each, in nanoseconds an item, with its ratio to what stands for
 * ours in the same class. Arguments are those of JMH and go before what is set here: {@code FileBenchmark -f 1}.
 */
public final class Report {
  private Report() {}

  public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
    var given = new CommandLineOptions(arguments);
    var options = new OptionsBuilder().parent(given).verbosity(VerboseMode.SILENT);
    if (!given.getForkCount().hasValue()) {
      options.forks(3);
    }
    if (!given.getWarmupIterations().hasValue()) {
      options.warmupIterations(3).warmupTime(TimeValue.seconds(1));
    }
    if (!given.getMeasurementIterations().hasValue()) {
      options.measurementIterations(5).measurementTime(TimeValue.seconds(1));
    }
    Map<String, Map<String, Double>> classes = new TreeMap<>();
    for (RunResult result : new Runner(options.build()).run()) {
      String[] name = result.getParams().getBenchmark().split("\\.");
      String method = name[name.length - 1];
      classes
          .computeIfAbsent(name[name.length - 2], key -> new LinkedHashMap<>())
          .put(method, result.getPrimaryResult().getStatistics().getPercentile(50));
    }
    System.out.println("Java " + System.getProperty("java.version") + ", median ns an item");
    classes.forEach(Report::print);
  }

  private static void print(String name, Map<String, Double> medians) {
    System.out.println(name);
    medians.forEach(
        (method, median) -> {
          String own = method.endsWith("Batch") ? "oursBatch" : "ours";
          Double ours = medians.get(own);
          String ratio = ours == null ? "" : String.format("%8.2f × %s", median / ours, own);
          System.out.printf("  %-24s %10.1f %s%n", method, median, ratio);
        });
  }
}
