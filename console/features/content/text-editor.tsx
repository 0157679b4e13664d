// The editor of one text: headings, lists, quotes, links and pictures of our own; nothing that readers would not be shown.

import { isLink, pictureAddress } from '@fairtick/contract/content-kinds';
import type { RichText } from '@fairtick/contract/rich-text';
import { Button, FileButton, Group } from '@mantine/core';
import Image from '@tiptap/extension-image';
import { type Editor, EditorContent, type JSONContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import Bold from 'lucide-react/icons/bold';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import ImagePlus from 'lucide-react/icons/image-plus';
import Italic from 'lucide-react/icons/italic';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import TextQuote from 'lucide-react/icons/text-quote';
import { treeOf } from '../../calculators/content.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { TABLES } from './table-nodes.ts';
import { TableTools } from './table-tools.tsx';
import { ToolButton } from './tool-button.tsx';

interface TextEditorProps {
  readonly label: string;
  readonly initial: RichText;
  /** Of the language that is written: where a line begins. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly onChange: (tree: RichText) => void;
  /** Sends a picture and gives its id; undefined where it failed, which the screen says. */
  readonly onPicture: (file: File) => Promise<string | undefined>;
}

export function TextEditor({ label, initial, lang, dir, onChange, onPicture }: TextEditorProps) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        code: false,
        codeBlock: false,
        horizontalRule: false,
        strike: false,
        underline: false,
        link: { openOnClick: false, isAllowedUri: isLink, autolink: false },
      }),
      Image.configure({ inline: false }),
      ...TABLES,
    ],
    content: shownTree(initial),
    // The page's policy takes styles from files alone.
    injectCSS: false,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', lang, dir } },
    onUpdate: ({ editor: now }) => onChange(treeOf(now.getJSON())),
  });
  if (!editor) return null;
  return (
    <div className="text-editor">
      <Tools editor={editor} onPicture={onPicture} />
      <EditorContent editor={editor} />
    </div>
  );
}

/** The editor shows a picture by its address. */
function shownTree(tree: RichText): JSONContent {
  const shown: JSONContent = JSON.parse(JSON.stringify(tree), (key, value: unknown) =>
    key === 'src' && typeof value === 'string' ? pictureAddress(value) : value,
  );
  return shown;
}

interface Tool {
  readonly name: TextKey;
  readonly Icon: typeof Bold;
  readonly isOn: (editor: Editor) => boolean;
  readonly act: (editor: Editor) => void;
}

const TOOLS: readonly Tool[] = [
  {
    name: 'content.tool.bold',
    Icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    act: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'content.tool.italic',
    Icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    act: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'content.tool.heading2',
    Icon: Heading2,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    act: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'content.tool.heading3',
    Icon: Heading3,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    act: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: 'content.tool.bullets',
    Icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    act: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'content.tool.numbers',
    Icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    act: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'content.tool.quote',
    Icon: TextQuote,
    isOn: (editor) => editor.isActive('blockquote'),
    act: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

function Tools({ editor, onPicture }: { editor: Editor } & Pick<TextEditorProps, 'onPicture'>) {
  const t = useTexts();
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ tools: TOOLS.map(({ isOn }) => isOn(now)), link: now.isActive('link') }),
  });
  const link = (): void => {
    if (on.link) {
      editor.chain().focus().unsetLink().run();
      return;
    }
    const href = window.prompt(t('content.link_to'))?.trim() ?? '';
    if (isLink(href)) editor.chain().focus().setLink({ href }).run();
  };
  const add = async (file: File | null): Promise<void> => {
    const id = file && (await onPicture(file));
    if (!id) return;
    const alt = window.prompt(t('content.alt')) ?? '';
    editor
      .chain()
      .focus()
      .setImage({ src: pictureAddress(id), alt })
      .run();
  };
  return (
    <Group gap={4} role="toolbar" aria-label={t('content.tools')} className="text-tools">
      {TOOLS.map(({ name, Icon, act }, at) => (
        <ToolButton key={name} name={name} on={on.tools[at] === true} act={() => act(editor)}>
          <Icon size={16} aria-hidden="true" />
        </ToolButton>
      ))}
      <TableTools editor={editor} />
      <ToolButton name="content.tool.link" on={on.link} act={link}>
        <LinkIcon size={16} aria-hidden="true" />
      </ToolButton>
      <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => void add(file)}>
        {(props) => (
          <Button {...props} size="compact-sm" variant="default" aria-label={t('content.tool.picture')}>
            <ImagePlus size={16} aria-hidden="true" />
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
