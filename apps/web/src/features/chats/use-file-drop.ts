import { type DragEvent, useRef, useState } from 'react';

/** Takes files dropped on an element. Elements within it fire the same events: enters and leaves are counted. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);
  const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
  const enter = (change: 1 | -1): void => {
    depth.current = Math.max(0, depth.current + change);
    setIsOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => holdsFiles(event) && enter(1),
      onDragLeave: (event: DragEvent) => holdsFiles(event) && enter(-1),
      onDragOver: (event: DragEvent) => holdsFiles(event) && event.preventDefault(),
      onDrop(event: DragEvent) {
        depth.current = 0;
        setIsOver(false);
        if (!holdsFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
