/** Identifies an image by its first bytes, not its name. Only these raster formats are ever shown. */
export interface ImageFormat {
  readonly mediaType: "image/png" | "image/gif" | "image/jpeg";
  readonly extension: "png" | "gif" | "jpg";
  readonly width: number;
  readonly height: number;
}

/** An image with more pixels is refused, since decoding it could exhaust the browser's memory. */
export const imagePixelsMax = 60_000_000;

/** The bytes of a file that contain its size: in a JPEG a colour profile and a preview may come first. */
export const imageHeadBytes = 1024 * 1024;

export function identifyImage(bytes: Uint8Array): ImageFormat | undefined {
  if (bytes.length < 26) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = identify(view);
  if (found === undefined || found.width < 1 || found.height < 1) return undefined;
  return found.width * found.height <= imagePixelsMax ? found : undefined;
}

function identify(view: DataView): ImageFormat | undefined {
  if (view.getUint32(0) === 0x89504e47) {
    return { mediaType: "image/png", extension: "png", width: view.getUint32(16), height: view.getUint32(20) };
  }
  // "GIF8"
  if (view.getUint32(0) === 0x47494638) {
    return {
      mediaType: "image/gif",
      extension: "gif",
      width: view.getUint16(6, true),
      height: view.getUint16(8, true),
    };
  }
  return view.getUint16(0) === 0xffd8 ? identifyJpeg(view) : undefined;
}

/** Goes through the segments of a JPEG to its frame header, which has the size. */
function identifyJpeg(view: DataView): ImageFormat | undefined {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      return {
        mediaType: "image/jpeg",
        extension: "jpg",
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
      };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
