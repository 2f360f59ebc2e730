/** Search parameters of the travel guide. */
export interface TravelGuideSearch {
  /** Id of the place whose taxi card is open. */
  taxi?: string
}

/** Parses the search parameters; drops what does not fit. */
export function parseTravelGuideSearch({ taxi }: Record<string, unknown>): TravelGuideSearch {
  // The router parses an id of digits alone as a number.
  const id = typeof taxi === 'string' || typeof taxi === 'number' ? String(taxi) : ''
  return id === '' ? {} : { taxi: id }
}
