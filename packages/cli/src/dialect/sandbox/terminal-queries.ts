/**
 * Output of a terminal that is shown once more, without what asks the terminal something: the answer would come a second time, as if it
 * was typed.
 */
// Device attributes, status and cursor reports, modes, window reports, version; colours; capabilities and settings.
const queries =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are spoken to with them.
  /\x1b\[[>=]?\d*c|\x1b\[\??[56]n|\x1b\[\??\d+\$p|\x1b\[(?:1[1348]|19|2[01])t|\x1b\[>\d*q|\x1b\]\d+(?:;\d+)?;\?(?:\x07|\x1b\\)|\x1bP[+$]q[^\x1b]*\x1b\\|\x1b\[\?u|\x05/g

export function withoutQueries(bytes: Buffer): Buffer {
  // In this encoding each byte is one letter, and none is lost.
  return Buffer.from(bytes.toString('latin1').replaceAll(queries, ''), 'latin1')
}
