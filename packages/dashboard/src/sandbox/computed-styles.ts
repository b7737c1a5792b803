/**
 * The terminal's library computes style sheets in the browser and writes colours into style attributes, both of which the
 * policy of the page forbids. So elements that are made here carry the nonce of the page if they are style sheets, and set
 * style attributes as properties, which are no markup. The library makes some of its elements by the document of its
 * options and some by the global one, so it is the global one that is changed, when the first terminal is shown.
 */
export function allowComputedStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="cay-style-nonce"]')?.nonce ?? ''
  const create = document.createElement.bind(document)
  const createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    else if (element instanceof HTMLSpanElement) setStyleAsProperty(element)
    return element
  }
  Object.defineProperty(document, 'createElement', { value: createElement })
}

function setStyleAsProperty(element: HTMLSpanElement): void {
  const setAttribute = element.setAttribute.bind(element)
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value
    else setAttribute(name, value)
  }
}
