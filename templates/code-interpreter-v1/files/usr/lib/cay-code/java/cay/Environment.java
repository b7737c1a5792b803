package cay;

import java.util.List;
import java.util.Map;

/** Variables of a sandbox and of a cell are properties: those of the process cannot be changed while it lives. */
final class Environment {
  private Environment() {}

  static void change(Map<String, Object> request) {
    ((Map<?, ?>) request.get("set")).forEach((name, value) -> System.setProperty((String) name, (String) value));
    ((List<?>) request.get("unset")).forEach((name) -> System.clearProperty((String) name));
  }
}
