/** Texts that only signed-in users see, in English, as one chunk. */
const texts: Record<string, Record<string, unknown>> = import.meta.glob(
  '../../../locales/en/{accounts,after-approval,ask,notes,side-meetings,speech-materials,travel-infos}.json',
  { eager: true, import: 'default' },
)

export default texts
