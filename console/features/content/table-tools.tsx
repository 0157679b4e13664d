// A table into the text, and within one its rows and columns.

import { type Command, TextSelection } from '@tiptap/pm/state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';
import BetweenHorizontalEnd from 'lucide-react/icons/between-horizontal-end';
import BetweenVerticalEnd from 'lucide-react/icons/between-vertical-end';
import Columns3 from 'lucide-react/icons/columns-3';
import Rows3 from 'lucide-react/icons/rows-3';
import Table from 'lucide-react/icons/table';
import Trash2 from 'lucide-react/icons/trash-2';
import type { TextKey } from '../../i18n/texts.ts';
import { newTable } from './table-nodes.ts';
import { ToolButton } from './tool-button.tsx';

const WITHIN: readonly { readonly name: TextKey; readonly Icon: typeof Table; readonly act: Command }[] = [
  { name: 'content.tool.row_add', Icon: BetweenHorizontalEnd, act: addRowAfter },
  { name: 'content.tool.row_remove', Icon: Rows3, act: deleteRow },
  { name: 'content.tool.column_add', Icon: BetweenVerticalEnd, act: addColumnAfter },
  { name: 'content.tool.column_remove', Icon: Columns3, act: deleteColumn },
  { name: 'content.tool.table_remove', Icon: Trash2, act: deleteTable },
];

/** What is typed next stands in its first cell. */
function addTable(editor: Editor): void {
  const { from } = editor.state.selection;
  editor
    .chain()
    .focus()
    .insertContent(newTable())
    .command(({ tr }) => {
      let cell: number | undefined;
      tr.doc.nodesBetween(Math.max(0, from - 1), tr.doc.content.size, (node, at) => {
        if (node.type.name === 'tableHeader') cell ??= at;
        return cell === undefined;
      });
      if (cell !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(cell)));
      return true;
    })
    .run();
}

export function TableTools({ editor }: { editor: Editor }) {
  const within = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') });
  if (!within)
    return (
      <ToolButton name="content.tool.table" on={false} act={() => addTable(editor)}>
        <Table size={16} aria-hidden="true" />
      </ToolButton>
    );
  return WITHIN.map(({ name, Icon, act }) => (
    <ToolButton key={name} name={name} on={false} act={() => act(editor.state, editor.view.dispatch)}>
      <Icon size={16} aria-hidden="true" />
    </ToolButton>
  ));
}
