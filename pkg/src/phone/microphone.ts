/** Stops the media stream of a call. */
export function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) {
    track.stop();
  }
}

/** The user's microphone for a call; stopped, and undefined, if the call has ended meanwhile. */
export async function microphone(constraints: MediaStreamConstraints, isOver: () => boolean): Promise<MediaStream | undefined> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraints);
    if (!isOver()) {
      return stream;
    }
    stop(stream);
  } catch (error) {
    if (!isOver()) {
      throw error;
    }
  }
  return undefined;
}
