/** Every text of the interface in Chinese, as one chunk; what the server says comes from the server. */
const texts: Record<string, Record<string, unknown>> = import.meta.glob(
  [
    '../../../locales/zh-CN/*.json',
    '!**/errors.json',
    '!**/messages.json',
    '!**/import.json',
    '!**/console*.json',
  ],
  { eager: true, import: 'default' },
)

export default texts
