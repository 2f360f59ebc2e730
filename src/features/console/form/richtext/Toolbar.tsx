import { useEditorState, type Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkSheet } from './LinkSheet.tsx'
import { PictureTool } from './PictureTool.tsx'
import { tools } from './tools.ts'
import { ToolButton } from './ToolButton.tsx'
import styles from './RichTextControl.module.css'

interface ToolbarProps {
  /** The text that was touched last. */
  editor: Editor | undefined
  module: string
  name: string
}

/** What may be done with the words that are chosen. It keeps its place while a long text is scrolled. */
export function Toolbar({ editor, ...place }: ToolbarProps) {
  if (!editor) return <div className={styles.tools} />
  return <Tools key={editor.instanceId} {...place} editor={editor} />
}

function Tools({ editor, module, name }: ToolbarProps & { editor: Editor }) {
  const { t } = useTranslation('console')
  const [isLinking, setLinking] = useState(false)
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
      {isLinking && <LinkSheet editor={editor} onClose={() => setLinking(false)} />}
    </fieldset>
  )
}
