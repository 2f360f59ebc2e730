import type { IconName } from '#ui/Icon.tsx'

/** One entry of the menu. Its label is `menu.<name>` of the common texts. */
export interface MenuEntry {
  name: 'home' | 'agenda' | 'news' | 'live' | 'show' | 'download' | 'suzhou'
  to: '/' | '/agenda' | '/news' | '/live' | '/show' | '/download' | '/suzhou'
  icon: IconName
  /** On phones: in the tab bar, or in the sheet behind "more". */
  onPhone: 'tab' | 'sheet'
}

/** The menu in the specification's order (§2). */
export const menu: readonly MenuEntry[] = [
  { name: 'home', to: '/', icon: 'home', onPhone: 'tab' },
  { name: 'agenda', to: '/agenda', icon: 'agenda', onPhone: 'tab' },
  { name: 'news', to: '/news', icon: 'news', onPhone: 'tab' },
  { name: 'live', to: '/live', icon: 'live', onPhone: 'sheet' },
  { name: 'show', to: '/show', icon: 'show', onPhone: 'sheet' },
  { name: 'download', to: '/download', icon: 'download', onPhone: 'tab' },
  { name: 'suzhou', to: '/suzhou', icon: 'suzhou', onPhone: 'sheet' },
]
