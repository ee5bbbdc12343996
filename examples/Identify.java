import dev.lineageidentity.*;

public class Identify {
    public static void main(String[] arguments) {
        var file = LineageFileIdentity.of("s3:///my_bucket/in%20put/a.csv");
        System.out.println(file.namespace() + " | " + file.name());
        var table = LineageRelationalIdentity.datasetName(new RelationalTable("analytics", "staging", "orders"));
        System.out.println(LineageRelationalIdentity.namespace("POSTGRESQL", " DB ", "") + " | " + table);
        System.out.println(LineageFileIdentity.resolve("${HOME}/a.csv", FileOptions.DEFAULT).reason().code());
    }
}
