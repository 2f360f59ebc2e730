/**
 * Settles with the promise, or with the fallback when it fails or takes too long. Needed for IndexedDB, which never
 * responds in some browsers.
 */
export function withTimeLimit<T, F>(promise: Promise<T>, limitMs: number, fallback: F): Promise<T | F> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<F>((resolve) => {
    timer = setTimeout(() => resolve(fallback), limitMs)
  })
  return Promise.race([promise.catch(() => fallback), limit]).finally(() => clearTimeout(timer))
}
