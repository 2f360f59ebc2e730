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
  lastFocused: { editor: Editor; locale: Locale } | undefined
  /** A link that was being typed when the page was closed. */
  link: TypedLink | undefined
  /** Stores the typed link with the text; undefined once it is applied or discarded. */
  onLink: (link: TypedLink | undefined) => void
  /** Module and field that pictures are uploaded for. */
  module: string
  name: string
}

/** Shows the tools for the selected text. The toolbar stays visible while a long text scrolls. */
export function Toolbar({ lastFocused, ...toolProps }: ToolbarProps) {
  if (!lastFocused) return <div className={styles.tools} />
  return <Tools key={lastFocused.editor.instanceId} {...toolProps} lastFocused={lastFocused} />
}

function Tools({
  lastFocused: { editor, locale },
  link,
  onLink,
  module,
  name,
}: ToolbarProps & { lastFocused: { editor: Editor; locale: Locale } }) {
  const { t } = useTranslation('console')
  const savedLink = link?.locale === locale ? link : undefined
  const [isLinkSheetOpen, setLinkSheetOpen] = useState(false)
  useEffect(() => {
    if (!savedLink) return
    editor.commands.setTextSelection(savedLink)
    setLinkSheetOpen(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once: reopens the sheet that was open when the page was closed
  }, [editor])
  const toolState = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) => ({
      activeTools: tools.filter((tool) => tool.isOn?.(currentEditor)).map((tool) => tool.name),
      disabledTools: tools
        .filter((tool) => tool.isAvailable?.(currentEditor) === false)
        .map((tool) => tool.name),
      isLink: currentEditor.isActive('link'),
      canLink: currentEditor.isActive('link') || !currentEditor.state.selection.empty,
    }),
  })
  return (
    <fieldset aria-label={t('richtext.tools')} className={styles.tools}>
      {tools.map((tool) => (
        <ToolButton
          key={tool.name}
          icon={tool.name}
          label={t(`richtext.${tool.name}`)}
          isOn={tool.isOn ? toolState.activeTools.includes(tool.name) : undefined}
          disabled={toolState.disabledTools.includes(tool.name)}
          onClick={() => tool.run(editor.chain().focus()).run()}
        />
      ))}
      <ToolButton
        icon="link"
        label={t('richtext.link')}
        isOn={toolState.isLink}
        disabled={!toolState.canLink}
        onClick={() => setLinkSheetOpen(true)}
      />
      <PictureTool editor={editor} module={module} name={name} />
      {isLinkSheetOpen && (
        <LinkSheet
          editor={editor}
          savedUrl={savedLink?.address}
          onType={(address) => {
            const { from, to } = editor.state.selection
            onLink(address === undefined ? undefined : { locale, from, to, address })
          }}
          onClose={() => setLinkSheetOpen(false)}
        />
      )}
    </fieldset>
  )
}
