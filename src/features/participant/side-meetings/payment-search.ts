/** Search parameters of the payment page. */
export interface PaymentSearch {
  /** The meeting to pay; when absent, the first one due. */
  id?: string
}

/** Parses the search parameters; drops what does not fit. */
export function parsePaymentSearch({ id }: Record<string, unknown>): PaymentSearch {
  // The router parses an id of digits alone as a number.
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}
}
