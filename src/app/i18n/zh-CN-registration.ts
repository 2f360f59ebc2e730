/** Texts of sign-in, registration, forms and outbox, in Chinese, as one chunk. */
const texts: Record<string, Record<string, unknown>> = import.meta.glob(
  '../../../locales/zh-CN/{forms,outbox,register,sign-in}.json',
  { eager: true, import: 'default' },
)

export default texts
