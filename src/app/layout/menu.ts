import type { IconName } from '#ui/Icon.tsx'

/**
 * A menu item. Its label is the text `menu.<name>` of `locales/<lng>/common.json`. `show` is the exhibition, `suzhou` the
 * travel guide.
 */
export interface MenuItem {
  name: 'home' | 'agenda' | 'news' | 'live' | 'show' | 'download' | 'suzhou'
  to: '/' | '/agenda' | '/news' | '/live' | '/show' | '/download' | '/suzhou'
  icon: IconName
  /** On phones: in the tab bar, or in the sheet behind "more". */
  onPhone: 'tab' | 'sheet'
  /** The module of the articles that belong to this item. */
  articles?: 'informations' | 'documents'
}

/** The menu, in the order of the header. */
export const menu: readonly MenuItem[] = [
  { name: 'home', to: '/', icon: 'home', onPhone: 'tab' },
  { name: 'agenda', to: '/agenda', icon: 'agenda', onPhone: 'tab' },
  { name: 'news', to: '/news', icon: 'news', onPhone: 'tab', articles: 'informations' },
  { name: 'live', to: '/live', icon: 'live', onPhone: 'sheet' },
  { name: 'show', to: '/show', icon: 'show', onPhone: 'sheet' },
  { name: 'download', to: '/download', icon: 'download', onPhone: 'tab', articles: 'documents' },
  { name: 'suzhou', to: '/suzhou', icon: 'suzhou', onPhone: 'sheet' },
]

/** Pages outside the menu: linked in the sheet behind "more" on phones, and in the footer on wide screens. */
export const secondaryPages = [
  { name: 'qa', to: '/qa', icon: 'question' },
  { name: 'install', to: '/install', icon: 'phone' },
] as const satisfies readonly { name: string; to: string; icon: IconName }[]

/** Returns whether phones show the page in the sheet behind "more". */
export function isInMoreSheet(pathname: string): boolean {
  const sheetPages = [...menu.filter(({ onPhone }) => onPhone === 'sheet'), ...secondaryPages]
  return sheetPages.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
}
