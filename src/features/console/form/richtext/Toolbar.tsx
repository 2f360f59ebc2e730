import { useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkSheet } from './LinkSheet.tsx'
import { PictureTool } from './PictureTool.tsx'
import { tools } from './tools.ts'
import type { TypedLink } from './typed-link.ts'
import { ToolButton } from './ToolButton.tsx'
import type { Locale } from '#contract/locale.ts'
import styles from './RichTextControl.module.css'

interface ToolbarProps {
  /** The text that was focused last. */
  touched: { editor: Editor; locale: Locale } | undefined
  /** A link that was being typed when the page was closed. */
  link: TypedLink | undefined
  /** Stores the typed link with the text; undefined once it is applied or discarded. */
  onLink: (link: TypedLink | undefined) => void
  module: string
  name: string
}

/** Shows the tools for the selected text. It stays in place while a long text scrolls. */
export function Toolbar({ touched, ...rest }: ToolbarProps) {
  if (!touched) return <div className={styles.tools} />
  return <Tools key={touched.editor.instanceId} {...rest} touched={touched} />
}

function Tools({
  touched: { editor, locale },
  link,
  onLink,
  module,
  name,
}: ToolbarProps & { touched: { editor: Editor; locale: Locale } }) {
  const { t } = useTranslation('console')
  const begun = link?.locale === locale ? link : undefined
  const [isLinking, setLinking] = useState(false)
  useEffect(() => {
    if (!begun) return
    editor.commands.setTextSelection(begun)
    setLinking(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once: reopens the sheet that was open when the page was closed
  }, [editor])
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: tools.filter((tool) => tool.isOn?.(now)).map((tool) => tool.name),
      off: tools.filter((tool) => tool.can?.(now) === false).map((tool) => tool.name),
      isLink: now.isActive('link'),
      mayLink: now.isActive('link') || !now.state.selection.empty,
    }),
  })
  return (
    <fieldset aria-label={t('richtext.tools')} className={styles.tools}>
      {tools.map((tool) => (
        <ToolButton
          key={tool.name}
          drawing={tool.name}
          label={t(`richtext.${tool.name}`)}
          isOn={tool.isOn ? state.on.includes(tool.name) : undefined}
          disabled={state.off.includes(tool.name)}
          onClick={() => tool.run(editor.chain().focus()).run()}
        />
      ))}
      <ToolButton
        drawing="link"
        label={t('richtext.link')}
        isOn={state.isLink}
        disabled={!state.mayLink}
        onClick={() => setLinking(true)}
      />
      <PictureTool editor={editor} module={module} name={name} />
      {isLinking && (
        <LinkSheet
          editor={editor}
          typed={begun?.address}
          onTyped={(address) => {
            const { from, to } = editor.state.selection
            onLink(address === undefined ? undefined : { locale, from, to, address })
          }}
          onClose={() => setLinking(false)}
        />
      )}
    </fieldset>
  )
}
