/** Text that speaks to terminals or turns what is read, by what it is. */
export const hostileTexts = {
  'the title of a terminal': 'a\u001b]0;owned\u0007b',
  'a cleared screen': 'a\u001b[2J\u001b[Hb',
  'a lone escape': 'a\u001bb',
  'a device control string': 'a\u001bP$q"p\u001b\\b',
  'CSI of C1': 'a\u009b31mb',
  'OSC of C1': 'a\u009d0;owned\u009cb',
  'next line of C1': 'a\u0085b',
  'a bell': 'a\u0007b',
  'a NUL': 'a\0b',
  'a backspace': 'safe\b\b\b\bevil',
  'a carriage return': 'safe\revil',
  DEL: 'a\u007fb',
  'an override of direction': 'a\u202eb\u202c',
  'embeddings of direction': 'a\u202a\u202b\u202db',
  'isolates of direction': 'a\u2066\u2067\u2068b\u2069',
  'marks of direction': 'a\u200e\u200f\u061cb',
  'what is not seen': 'a\u200b\u2060\ufeff\u00adb',
  'separators of lines and paragraphs': 'a\u2028b\u2029c',
  'tags beyond the basic plane': 'a\u{e0041}\u{e007f}b',
  'a high surrogate alone': 'a\ud800b',
  'a low surrogate alone': 'a\udc00b',
} as const satisfies Record<string, string>

/** Nothing of it is unsafe: what it has is a text, with ends of lines and tabs. */
export const safeText = /^(?:[\n\t]|[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])*$/u
