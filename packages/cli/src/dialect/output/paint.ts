/** What a text is, for whoever shows it: a terminal has colours for it, a file has none. */
export type Style = 'good' | 'warning' | 'bad' | 'head'

export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_, text) => text
