// The picture of a fund product, or a calm shape where it has none.

import Landmark from 'lucide-react/icons/landmark';

export function ProductPicture({ image, large = false }: { image: string; large?: boolean }) {
  const size = large ? 'h-36 w-full' : 'size-14';
  if (image !== '')
    return <img src={image} alt="" loading="lazy" className={`${size} rounded-md bg-sunken object-cover`} />;
  return (
    <span className={`${size} grid place-items-center rounded-md bg-accent-soft text-accent-text`}>
      <Landmark aria-hidden="true" size={large ? 40 : 24} />
    </span>
  );
}
