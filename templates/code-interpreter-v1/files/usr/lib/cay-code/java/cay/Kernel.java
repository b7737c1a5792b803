package cay;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A kernel of Java: `java cay.Kernel REQUESTS EVENTS`, two pipes with lines of JSON. Cells run in this process, one after the
 * other, in a thread of their own, so that they can be interrupted.
 */
public final class Kernel {
  private Kernel() {}

  public static void main(String[] arguments) throws IOException {
    var events = new Events(new FileOutputStream(arguments[1]));
    try (var requests = reader(arguments[0])) {
      System.setOut(events.printer("stdout"));
      System.setErr(events.printer("stderr"));
      Display.to(events);
      serve(requests, events, new Cells(events));
    }
    System.exit(0);
  }

  private static BufferedReader reader(String path) throws IOException {
    return new BufferedReader(new InputStreamReader(new FileInputStream(path), StandardCharsets.UTF_8));
  }

  private static void serve(BufferedReader requests, Events events, Cells cells) throws IOException {
    ExecutorService worker = Executors.newSingleThreadExecutor();
    events.send(Map.of("type", "ready"));
    for (var line = requests.readLine(); line != null; line = requests.readLine()) {
      var request = Json.readObject(line);
      switch ((String) request.get("type")) {
        case "interrupt" -> cells.interrupt();
        case "environment" -> worker.execute(() -> {
          Environment.change(request);
          events.send(Map.of("type", "end"));
        });
        default -> worker.execute(() -> {
          cells.run((String) request.get("code"));
          events.send(Map.of("type", "end"));
        });
      }
    }
    worker.shutdownNow();
  }
}
