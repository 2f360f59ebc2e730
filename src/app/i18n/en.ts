/** Every text of the interface in English, as one chunk; what the server says comes from the server. */
const texts: Record<string, Record<string, unknown>> = import.meta.glob(
  [
    '../../../locales/en/*.json',
    '!**/errors.json',
    '!**/messages.json',
    '!**/import.json',
    '!**/console*.json',
  ],
  { eager: true, import: 'default' },
)

export default texts
