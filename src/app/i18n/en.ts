/** Every text of the interface in English, as one chunk. */
const texts: Record<string, Record<string, unknown>> = import.meta.glob(
  ['../../../locales/en/*.json', '!**/messages.json', '!**/import.json'],
  { eager: true, import: 'default' },
)

export default texts
