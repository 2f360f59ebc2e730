/**
 * Configures antd-mobile's calls (Toast, Dialog): our colours, our language, React 19. Import it beside each of them. A
 * component that is rendered in place needs only the colours: import `antd-mobile.css` beside it, which saves a form
 * 5 kB.
 */
import { setDefaultConfig } from 'antd-mobile'
import enUS from 'antd-mobile/es/locales/en-US'
import zhCN from 'antd-mobile/es/locales/zh-CN'
import { unstableSetRender } from 'antd-mobile/es/utils/unstable-render'
import { createRoot, type Root } from 'react-dom/client'
import { getLocale, onLocaleChange } from '#lib/locale.ts'
import './antd-mobile.css'

/** Under React 19, Toast and Dialog render nothing without this. */
const roots = new WeakMap<Element | DocumentFragment, Root>()
unstableSetRender((node, container) => {
  const root = roots.get(container) ?? createRoot(container)
  roots.set(container, root)
  root.render(node)
  return async () => {
    // React refuses to unmount a root while it renders.
    await Promise.resolve()
    root.unmount()
  }
})

/** Imperative calls see no ConfigProvider, so the default follows the language. */
function followLocale(): void {
  setDefaultConfig({ locale: getLocale() === 'en' ? enUS : zhCN })
}

followLocale()
onLocaleChange(followLocale)
