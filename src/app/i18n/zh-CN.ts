/** Texts for all visitors, in Chinese, as one chunk. Messages of the server come from the server. */
const texts: Record<string, Record<string, unknown>> = import.meta.glob(
  [
    '../../../locales/zh-CN/*.json',
    '!**/{errors,messages,import,console*}.json',
    '!**/{forms,outbox,register,sign-in}.json',
    '!**/{accounts,after-approval,ask,notes,side-meetings,speech-materials,travel-infos}.json',
  ],
  { eager: true, import: 'default' },
)

export default texts
