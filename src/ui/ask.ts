import { Dialog } from 'antd-mobile'
import './antd-mobile.ts'

/**
 * Asks before something is lost. Import it when it is needed: antd-mobile's dialog is heavy.
 * @returns true when the person agrees
 */
export function ask(question: { title: string; text: string; yes: string; no: string }): Promise<boolean> {
  return Dialog.confirm({
    title: question.title,
    content: question.text,
    confirmText: question.yes,
    cancelText: question.no,
  })
}
