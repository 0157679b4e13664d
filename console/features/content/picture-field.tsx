// A picture beside a text: chosen, sent and shown, or none.

import { pictureAddress } from '@fairtick/contract/content-kinds';
import { Button, FileButton, Group } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';

interface PictureProps {
  readonly picture: string | null;
  readonly onAdd: (file: File) => Promise<string | undefined>;
  readonly onChange: (picture: string | null) => void;
}

export function PictureField({ picture, onAdd, onChange }: PictureProps) {
  const t = useTexts();
  const add = async (file: File | null): Promise<void> => {
    const id = file && (await onAdd(file));
    if (id) onChange(id);
  };
  return (
    <Group gap="xs">
      <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => void add(file)}>
        {(props) => (
          <Button {...props} size="compact-sm" variant="default">
            {t('content.picture')}
          </Button>
        )}
      </FileButton>
      {picture !== null && (
        <>
          <img src={pictureAddress(picture)} alt={t('content.picture')} className="content-picture" />
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(null)}>
            {t('content.no_picture')}
          </Button>
        </>
      )}
    </Group>
  );
}
