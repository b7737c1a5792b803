/**
 * The document as the terminal sees it. Its library computes a style sheet in the browser and writes colours into style
 * attributes, both of which the policy of the page forbids: the style sheet gets the nonce of the page, and attributes are
 * set as properties, which are no markup.
 */
export function styledDocument(): Document {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="cay-style-nonce"]')?.nonce ?? ''
  const createElement = (name: string, options?: ElementCreationOptions) => {
    const element = document.createElement(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    else if (element instanceof HTMLSpanElement) setStyleAsProperty(element)
    return element
  }
  return new Proxy(document, {
    get(target, name) {
      if (name === 'createElement') return createElement
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function setStyleAsProperty(element: HTMLSpanElement): void {
  const setAttribute = element.setAttribute.bind(element)
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value
    else setAttribute(name, value)
  }
}
