package cay;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Events for the server: one line of JSON each. */
final class Events {
  private final FileOutputStream target;

  Events(FileOutputStream target) {
    this.target = target;
  }

  synchronized void send(Map<String, Object> event) {
    try {
      target.write((Json.write(event) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException gone) {
      // Nobody reads any more: the server has ended, and this process ends with its requests.
    }
  }

  /** What is printed is sent as it is written, so that the end of a line may be an event of its own. */
  PrintStream printer(String kind) {
    // A subclass: the class itself would write a line and its end at once.
    return new PrintStream(new Output(kind), true, StandardCharsets.UTF_8) {};
  }

  private final class Output extends OutputStream {
    private final String kind;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPLACE)
        .onUnmappableCharacter(CodingErrorAction.REPLACE);
    /** The beginning of a character whose end was not written yet. */
    private byte[] rest = {};

    Output(String kind) {
      this.kind = kind;
    }

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      var input = ByteBuffer.allocate(rest.length + length).put(rest).put(bytes, offset, length).flip();
      var output = CharBuffer.allocate(input.remaining());
      decoder.reset().decode(input, output, false);
      rest = new byte[input.remaining()];
      input.get(rest);
      var text = output.flip().toString();
      if (!text.isEmpty()) send(Map.of("type", kind, "text", text));
    }
  }
}
