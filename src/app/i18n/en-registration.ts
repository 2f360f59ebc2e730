/** Texts of sign-in, registration, forms and outbox, in English, as one chunk. */
const texts: Record<string, Record<string, unknown>> = import.meta.glob(
  '../../../locales/en/{forms,outbox,register,sign-in}.json',
  { eager: true, import: 'default' },
)

export default texts
