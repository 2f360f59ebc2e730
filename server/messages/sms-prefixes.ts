/**
 * Where text messages go unless the operator names other prefixes: China and the countries that most participants come
 * from. Texts to any other cost more than a code is worth, and are what those live on who cause texts to numbers of their
 * own.
 */
export const defaultSmsPrefixes: readonly string[] = [
  // East, South and South-East Asia
  '+86 +852 +853 +886 +81 +82 +976 +91 +60 +62 +63 +65 +66 +84',
  // The Gulf, Turkey, Israel, Egypt, Central Asia
  '+971 +974 +966 +965 +968 +973 +90 +972 +20 +7',
  // Europe
  '+30 +31 +32 +33 +34 +351 +352 +353 +354 +356 +357 +358 +359 +36 +370 +371 +372 +385 +386 +39 +40 +41',
  '+420 +421 +423 +43 +44 +45 +46 +47 +48 +49 +380 +381',
  // America, Australia, New Zealand, South Africa
  '+1 +52 +54 +55 +56 +57 +51 +61 +64 +27',
].flatMap((region) => region.split(' '))

/** Islands that share `+1` with the United States and Canada, and where texts cost as much as elsewhere. */
const islands: readonly string[] = [
  '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876',
].flatMap((codes) => codes.split(' ').map((code) => `+1${code}`))

/** @param number in E.164; an island's is textable only where its own prefix is named */
export function isTextable(number: string, prefixes: readonly string[]): boolean {
  const island = islands.find((code) => number.startsWith(code))
  const fitting = prefixes.filter((prefix) => number.startsWith(prefix))
  return fitting.some((prefix) => island === undefined || prefix.length >= island.length)
}
