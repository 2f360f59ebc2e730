/** Every text of the interface in Chinese, as one chunk. */
const texts: Record<string, Record<string, unknown>> = import.meta.glob(
  ['../../../locales/zh-CN/*.json', '!**/messages.json', '!**/import.json'],
  { eager: true, import: 'default' },
)

export default texts
