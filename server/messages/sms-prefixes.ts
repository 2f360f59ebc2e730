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

/** @param number in E.164 */
export function isTextable(number: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => number.startsWith(prefix))
}
