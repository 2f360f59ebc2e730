/** What only people who take part see, in Chinese, as one chunk: accounts, forms and what waits to be sent. */
const texts: Record<string, Record<string, unknown>> = import.meta.glob(
  '../../../locales/zh-CN/{accounts,after-approval,ask,forms,notes,outbox,register,side-meetings,speech-materials,travel-infos}.json',
  { eager: true, import: 'default' },
)

export default texts
