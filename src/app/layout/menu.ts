import type { IconName } from '#ui/Icon.tsx'

/** One entry of the menu. Its label is `menu.<name>` of the common texts. */
export interface MenuItem {
  name: 'home' | 'agenda' | 'news' | 'live' | 'show' | 'download' | 'suzhou'
  to: '/' | '/agenda' | '/news' | '/live' | '/show' | '/download' | '/suzhou'
  icon: IconName
  /** On phones: in the tab bar, or in the sheet behind "more". */
  onPhone: 'tab' | 'sheet'
  /** The module of the articles that belong to this item. */
  articles?: 'informations' | 'documents'
}

/** The menu, in its order. */
export const menu: readonly MenuItem[] = [
  { name: 'home', to: '/', icon: 'home', onPhone: 'tab' },
  { name: 'agenda', to: '/agenda', icon: 'agenda', onPhone: 'tab' },
  { name: 'news', to: '/news', icon: 'news', onPhone: 'tab', articles: 'informations' },
  { name: 'live', to: '/live', icon: 'live', onPhone: 'sheet' },
  { name: 'show', to: '/show', icon: 'show', onPhone: 'sheet' },
  { name: 'download', to: '/download', icon: 'download', onPhone: 'tab', articles: 'documents' },
  { name: 'suzhou', to: '/suzhou', icon: 'suzhou', onPhone: 'sheet' },
]

/** Pages that are no entries of the menu and that a visitor must find: behind "more" on phones, in the footer elsewhere. */
export const secondaryPages = [
  { name: 'qa', to: '/qa', icon: 'question' },
  { name: 'install', to: '/install', icon: 'phone' },
] as const satisfies readonly { name: string; to: string; icon: IconName }[]

/** Whether a phone reaches the page behind "more". */
export function isInMoreSheet(pathname: string): boolean {
  const behind = [...menu.filter(({ onPhone }) => onPhone === 'sheet'), ...secondaryPages]
  return behind.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
}
