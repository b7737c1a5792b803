package cay;

import java.util.Base64;
import java.util.Map;

/** What cells show beside their values: `display(text, "text/html")`, `display(bytes, "image/png")`. */
public final class Display {
  private static Events events;

  private Display() {}

  static void to(Events target) {
    events = target;
  }

  public static void display(Object value) {
    display(String.valueOf(value), "text/plain");
  }

  public static void display(String text, String mime) {
    show(text, mime);
  }

  public static void display(byte[] bytes, String mime) {
    show(Base64.getEncoder().encodeToString(bytes), mime);
  }

  private static void show(String content, String mime) {
    events.send(Map.of("type", "result", "data", Map.of(mime, content), "is_main_result", false));
  }
}
