const placeholder = /:\w+(\([^)]*\))?\??|\*/g

/** A route's address with a harmless value in each place. */
export function harmless(url: string): string {
  return url.replaceAll(placeholder, '1')
}

/** A route's address with the value in one of its places, once for each. */
export function* withValue(url: string, value: string): Generator<string> {
  const places = [...url.matchAll(placeholder)]
  for (const [index] of places.entries()) {
    let at = -1
    yield url.replaceAll(placeholder, () => ((at += 1) === index ? value : '1'))
  }
}
