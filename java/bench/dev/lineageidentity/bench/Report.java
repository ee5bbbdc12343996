package dev.lineageidentity.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks and prints the median of each, in nanoseconds an item, the bytes that it allocates, and its
 * ratio to what stands for ours in the same class. Arguments are those of JMH and go before what is set here:
 * {@code FileBenchmark -f 1}. The figures also go to {@code java-<version>.tsv} in the folder that the system
 * property {@code lineage.bench.results} names.
 */
public final class Report {
  private Report() {}

  /** What was measured of a method: nanoseconds and bytes an item. */
  private record Figure(double nanoseconds, double bytes) {}

  public static void main(String[] arguments)
      throws RunnerException, CommandLineOptionException, IOException {
    // Another run elsewhere on the machine is no reason not to begin.
    System.setProperty("jmh.ignoreLock", "true");
    Map<String, Map<String, Figure>> classes = new TreeMap<>();
    for (RunResult result : new Runner(options(arguments).build()).run()) {
      String[] name = result.getParams().getBenchmark().split("\\.");
      Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
      var figure =
          new Figure(
              result.getPrimaryResult().getStatistics().getPercentile(50),
              allocated == null ? Double.NaN : allocated.getScore());
      classes
          .computeIfAbsent(name[name.length - 2], key -> new LinkedHashMap<>())
          .put(name[name.length - 1], figure);
    }
    System.out.println(
        "Java " + System.getProperty("java.version") + ", median ns and bytes an item");
    classes.forEach(Report::print);
    write(classes);
  }

  private static OptionsBuilder options(String[] arguments) throws CommandLineOptionException {
    var given = new CommandLineOptions(arguments);
    var options = new OptionsBuilder();
    options.parent(given).verbosity(VerboseMode.SILENT).addProfiler(GCProfiler.class);
    if (Runtime.version().feature() >= 24) {
      options.jvmArgsAppend("--enable-native-access=ALL-UNNAMED");
    }
    if (!given.getForkCount().hasValue()) {
      options.forks(2);
    }
    if (!given.getWarmupIterations().hasValue()) {
      options.warmupIterations(3).warmupTime(TimeValue.seconds(1));
    }
    if (!given.getMeasurementIterations().hasValue()) {
      options.measurementIterations(4).measurementTime(TimeValue.seconds(1));
    }
    return options;
  }

  private static void print(String name, Map<String, Figure> figures) {
    System.out.println(name);
    figures.forEach(
        (method, figure) -> {
          String own = method.endsWith("Batch") ? "oursBatch" : "ours";
          Figure ours = figures.get(own);
          String ratio =
              ours == null || method.equals(own)
                  ? ""
                  : String.format("%8.2f × %s", figure.nanoseconds / ours.nanoseconds, own);
          System.out.printf(
              "  %-16s %9.1f ns %8.0f B %s%n", method, figure.nanoseconds, figure.bytes, ratio);
        });
  }

  private static void write(Map<String, Map<String, Figure>> classes) throws IOException {
    String folder = System.getProperty("lineage.bench.results");
    if (folder == null) {
      return;
    }
    String version = "java" + Runtime.version().feature();
    Path file = Files.createDirectories(Path.of(folder)).resolve(version + ".tsv");
    try (var out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
      classes.forEach(
          (name, figures) ->
              figures.forEach(
                  (method, figure) -> {
                    String key = version + "." + name.replace("Benchmark", "") + "." + method;
                    out.println(key + "\t" + figure.nanoseconds);
                    out.println(key + ".bytes\t" + figure.bytes);
                  }));
    }
  }
}
