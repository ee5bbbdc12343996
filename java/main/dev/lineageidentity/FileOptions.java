package dev.lineageidentity;

import java.util.Objects;

/** How to read and name a location. Immutable: each {@code with…} answers another object. */
public final class FileOptions {
  /** Spec naming of VFS URIs by contract 3. */
  public static final FileOptions DEFAULT =
      new FileOptions(Naming.SPEC, Form.VFS, Contract.V3, null, null);

  private final Naming naming;
  private final Form form;
  private final Contract contract;
  private final String jobNamespace;
  private final Connections connections;

  /** How a file dataset is named. */
  public enum Naming {
    /** As the OpenLineage naming specification has it. */
    SPEC,
    /** As Hop did before: job namespace and last path segment. */
    LEGACY
  }

  /** In which form the text of a location comes. */
  public enum Form {
    /** A URI as commons-vfs prints it: some characters are escaped. */
    VFS,
    /** Path text as Hadoop's {@code Path} and Beam's {@code ResourceId} print it: nothing is escaped. */
    PATH
  }

  private FileOptions(
      Naming naming,
      Form form,
      Contract contract,
      String jobNamespace,
      Connections connections) {
    this.naming = Objects.requireNonNull(naming, "naming");
    this.form = Objects.requireNonNull(form, "form");
    this.contract = Objects.requireNonNull(contract, "contract");
    this.jobNamespace = jobNamespace;
    this.connections = connections;
  }

  /** These options with another naming. */
  public FileOptions withNaming(Naming naming) {
    return new FileOptions(naming, form, contract, jobNamespace, connections);
  }

  /** These options with another form. */
  public FileOptions withForm(Form form) {
    return new FileOptions(naming, form, contract, jobNamespace, connections);
  }

  /** These options with another contract. */
  public FileOptions withContract(Contract contract) {
    return new FileOptions(naming, form, contract, jobNamespace, connections);
  }

  /** These options with the job namespace that legacy naming uses; null or blank is {@code hop}. */
  public FileOptions withJobNamespace(String jobNamespace) {
    return new FileOptions(naming, form, contract, jobNamespace, connections);
  }

  /** These options under a configuration; null is none. */
  public FileOptions withConnections(Connections connections) {
    return new FileOptions(naming, form, contract, jobNamespace, connections);
  }

  /** How the dataset is named. */
  public Naming naming() {
    return naming;
  }

  /** In which form the text comes. */
  public Form form() {
    return form;
  }

  /** The version of the contract. */
  public Contract contract() {
    return contract;
  }

  /** The job namespace, or null. */
  public String jobNamespace() {
    return jobNamespace;
  }

  /** The configuration, or null. */
  public Connections connections() {
    return connections;
  }
}
