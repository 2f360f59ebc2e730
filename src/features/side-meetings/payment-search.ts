/** Query of the payment page. */
export interface PaymentSearch {
  /** The meeting that is paid for; the first that waits for its payment when absent. */
  id?: string
}

/** Reads the query; what does not fit is dropped. */
export function parsePaymentSearch({ id }: Record<string, unknown>): PaymentSearch {
  // Ids of digits alone come as numbers.
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}
}
