import '#ui/antd-mobile.css'
import { Toast, setDefaultConfig } from 'antd-mobile'
import enUS from 'antd-mobile/es/locales/en-US'
import zhCN from 'antd-mobile/es/locales/zh-CN'
import { unstableSetRender } from 'antd-mobile/es/utils/unstable-render'
import { createRoot, type Root } from 'react-dom/client'
import { getLocale, onLocaleChange } from '#platform/locale.ts'
import styles from './celebrate.module.css'

/** Duration of the toast in milliseconds. */
const shownMs = 3000

/** Shows the success toast after a sign-in by code. Import it dynamically, because antd-mobile's Toast is large. */
export function celebrate(message: string): void {
  const content = (
    <span role="alert" className={styles.text}>
      {message}
    </span>
  )
  // At the bottom, where it covers no field of the next step.
  Toast.show({ icon: 'success', content, duration: shownMs, position: 'bottom' })
}

/**
 * Root of each container in which antd-mobile renders. Under React 19 its Toast renders nothing without the code below.
 */
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

/** Sets the language of antd-mobile's texts. `Toast.show` is no component, so no ConfigProvider can set it. */
function applyLocale(): void {
  setDefaultConfig({ locale: getLocale() === 'en' ? enUS : zhCN })
}

applyLocale()
onLocaleChange(applyLocale)
