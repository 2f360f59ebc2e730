/** Query of the page about business and travel. */
export interface TravelGuideSearch {
  /** The place whose card for taxi drivers is open. */
  taxi?: string
}

/** Reads the query; what does not fit is dropped. */
export function parseTravelGuideSearch({ taxi }: Record<string, unknown>): TravelGuideSearch {
  // A link's value of digits alone comes as a number.
  const id = typeof taxi === 'string' || typeof taxi === 'number' ? String(taxi) : ''
  return id === '' ? {} : { taxi: id }
}
