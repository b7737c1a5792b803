/** Where names lead: a port of this machine. */
export interface PlainPlaces {
  readonly host: string
  portFor(name: string): number
}
