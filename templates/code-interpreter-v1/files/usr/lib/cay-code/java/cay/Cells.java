package cay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.UnresolvedReferenceException;
import jdk.jshell.execution.LocalExecutionControlProvider;

/** Runs cells, each as the snippets that it is made of, and says what comes of them. */
final class Cells {
  /** What the shell of Java imports by itself, and how cells show things. */
  private static final List<String> IMPORTS = List.of(
      "java.io.*", "java.math.*", "java.net.*", "java.nio.file.*", "java.util.*", "java.util.concurrent.*",
      "java.util.function.*", "java.util.regex.*", "java.util.stream.*");

  private final Events events;
  private final JShell shell;
  private volatile boolean isInterrupted;

  Cells(Events events) {
    this.events = events;
    shell = JShell.builder().executionEngine(new LocalExecutionControlProvider(), Map.of()).build();
    shell.addToClasspath(System.getProperty("java.class.path"));
    for (var name : IMPORTS) shell.eval("import " + name + ";");
    shell.eval("import static " + Display.class.getName() + ".*;");
  }

  /** What runs is ended; a cell that catches it goes on with nothing of its rest. */
  void interrupt() {
    isInterrupted = true;
    shell.stop();
  }

  void run(String code) {
    isInterrupted = false;
    var analysis = shell.sourceCodeAnalysis();
    SnippetEvent last = null;
    for (var rest = code; !rest.isBlank();) {
      var completion = analysis.analyzeCompletion(rest);
      var isWhole = completion.completeness().isComplete();
      var source = isWhole ? completion.source() : rest;
      for (var event : shell.eval(source)) {
        if (fails(event)) return;
        if (event.causeSnippet() == null) last = event;
      }
      rest = isWhole ? completion.remaining() : "";
    }
    if (last != null) showValue(last);
  }

  private boolean fails(SnippetEvent event) {
    if (isInterrupted) {
      error("Interrupted", "the cell was interrupted", "");
      return true;
    }
    if (event.status() == Snippet.Status.REJECTED) {
      error("CompilationException", messageOf(event.snippet()), diagnosticsOf(event.snippet()));
      return true;
    }
    if (event.exception() != null) {
      thrown(event.exception());
      return true;
    }
    if (isUnresolved(event)) {
      error("CompilationException", unresolvedIn((DeclarationSnippet) event.snippet()), "");
      return true;
    }
    return false;
  }

  /** Methods may be declared before what they call; variables and expressions may not. */
  private static boolean isUnresolved(SnippetEvent event) {
    return event.status() == Snippet.Status.RECOVERABLE_NOT_DEFINED && event.snippet() instanceof DeclarationSnippet;
  }

  private String unresolvedIn(DeclarationSnippet snippet) {
    return "cannot find " + shell.unresolvedDependencies(snippet).collect(Collectors.joining(", "));
  }

  private String messageOf(Snippet snippet) {
    return shell.diagnostics(snippet)
        .filter((one) -> one.isError())
        .map((one) -> one.getMessage(Locale.ENGLISH).lines().findFirst().orElse(""))
        .findFirst()
        .orElse("the cell cannot be compiled");
  }

  private String diagnosticsOf(Snippet snippet) {
    var lines = new ArrayList<String>();
    shell.diagnostics(snippet).forEach((one) -> {
      lines.add((one.isError() ? "error: " : "warning: ") + one.getMessage(Locale.ENGLISH));
      var source = snippet.source();
      var start = (int) Math.max(0, Math.min(one.getStartPosition(), source.length()));
      var from = source.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
      var to = source.indexOf('\n', start);
      lines.add(source.substring(Math.min(from, start), to < 0 ? source.length() : to));
      lines.add(" ".repeat(start - Math.min(from, start)) + "^");
    });
    return String.join("\n", lines);
  }

  private void thrown(JShellException exception) {
    if (exception instanceof EvalException failed) {
      var name = failed.getExceptionClassName();
      error(name, String.valueOf(failed.getMessage()), tracebackOf(name, failed));
    } else if (exception instanceof UnresolvedReferenceException unresolved) {
      error("CompilationException", unresolvedIn(unresolved.getSnippet()), "");
    } else {
      error(exception.getClass().getName(), String.valueOf(exception.getMessage()), "");
    }
  }

  private static String tracebackOf(String name, EvalException exception) {
    var text = new StringBuilder(name + ": " + exception.getMessage());
    for (var element : exception.getStackTrace()) text.append("\n    at ").append(element);
    if (exception.getCause() instanceof EvalException cause)
      text.append("\nCaused by: ").append(tracebackOf(cause.getExceptionClassName(), cause));
    return text.toString();
  }

  /** That of an expression: declarations and statements have none. */
  private void showValue(SnippetEvent event) {
    var isExpression = event.snippet().kind() == Snippet.Kind.EXPRESSION
        || event.snippet().subKind() == Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND;
    if (!isExpression || event.value() == null || event.value().isEmpty()) return;
    events.send(Map.of("type", "result", "data", Map.of("text/plain", event.value()), "is_main_result", true));
  }

  private void error(String name, String value, String traceback) {
    events.send(Map.of("type", "error", "name", name, "value", value, "traceback", traceback));
  }
}
