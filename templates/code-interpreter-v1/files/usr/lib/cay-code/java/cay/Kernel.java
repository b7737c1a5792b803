package cay;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A kernel of Java: `java cay.Kernel REQUESTS EVENTS`, the descriptors of two pipes with lines of JSON. Cells run in this process, one after the
 * other, in a thread of their own, so that they can be interrupted.
 */
public final class Kernel {
  private Kernel() {}

  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    var events = new Events(new FileOutputStream(descriptor(arguments[1])));
    try (var requests = reader(arguments[0])) {
      System.setOut(events.printer("stdout"));
      System.setErr(events.printer("stderr"));
      Display.to(events);
      serve(requests, events, new Cells(events));
    }
    System.exit(0);
  }

  private static BufferedReader reader(String number) throws ReflectiveOperationException {
    return new BufferedReader(new InputStreamReader(new FileInputStream(descriptor(number)), StandardCharsets.UTF_8));
  }

  /** One that this process was started with. The pipe is another user's, so that it cannot be opened by a path. */
  private static FileDescriptor descriptor(String number) throws ReflectiveOperationException {
    var make = FileDescriptor.class.getDeclaredConstructor(int.class);
    make.setAccessible(true);
    return make.newInstance(Integer.parseInt(number));
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
