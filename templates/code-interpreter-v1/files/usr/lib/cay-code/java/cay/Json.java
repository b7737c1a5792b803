package cay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** As much of JSON as requests and events are made of: texts, lists and tables of them, and truth values. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> readObject(String text) {
    return (Map<String, Object>) new Json(text).value();
  }

  private Object value() {
    return switch (peek()) {
      case '{' -> object();
      case '[' -> list();
      case '"' -> string();
      default -> throw new IllegalArgumentException("no text, list or table at " + at);
    };
  }

  private char peek() {
    while (Character.isWhitespace(text.charAt(at))) at++;
    return text.charAt(at);
  }

  private boolean takes(char expected) {
    if (peek() != expected) return false;
    at++;
    return true;
  }

  private Map<String, Object> object() {
    var table = new LinkedHashMap<String, Object>();
    takes('{');
    while (!takes('}')) {
      peek();
      var name = string();
      takes(':');
      table.put(name, value());
      takes(',');
    }
    return table;
  }

  private List<Object> list() {
    var items = new ArrayList<Object>();
    takes('[');
    while (!takes(']')) {
      items.add(value());
      takes(',');
    }
    return items;
  }

  private String string() {
    var read = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) read.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at));
    at++;
    return read.toString();
  }

  private char escaped() {
    var kind = text.charAt(++at);
    return switch (kind) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        at += 4;
        yield (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
      }
      default -> kind;
    };
  }

  static String write(Object value) {
    if (value instanceof Map<?, ?> table)
      return table.entrySet().stream()
          .map((entry) -> quoted((String) entry.getKey()) + ":" + write(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    return value instanceof Boolean ? value.toString() : quoted((String) value);
  }

  private static String quoted(String text) {
    var written = new StringBuilder("\"");
    for (var character : text.toCharArray()) {
      if (character == '"' || character == '\\') written.append('\\').append(character);
      else if (character < ' ' || Character.isSurrogate(character)) written.append(String.format("\\u%04x", (int) character));
      else written.append(character);
    }
    return written.append('"').toString();
  }
}
