// The visible part of the map, the same in all panes.

const SCALE_MAX = 48; // pixels per cell

export class Camera {
  /** Pixels per cell, and the position of the map's corner in pixels of the page. */
  scale = 1;
  x = 0;
  y = 0;
  private width = 1;
  private height = 1;
  private mapWidth = 1;
  private mapHeight = 1;
  private isFitted = true;

  private get fitScale(): number {
    return Math.min(this.width / this.mapWidth, this.height / this.mapHeight);
  }

  setMap(width: number, height: number): void {
    this.mapWidth = width;
    this.mapHeight = height;
    this.fit();
  }

  setPane(width: number, height: number): void {
    if (width === this.width && height === this.height) {
      return;
    }
    this.width = width;
    this.height = height;
    if (this.isFitted) {
      this.fit();
    } else {
      this.clamp();
    }
  }

  fit(): void {
    this.isFitted = true;
    this.scale = this.fitScale;
    this.clamp();
  }

  zoom(factor: number, atX = this.width / 2, atY = this.height / 2): void {
    const scale = Math.min(
      Math.max(this.scale * factor, this.fitScale),
      Math.max(SCALE_MAX, this.fitScale),
    );
    const ratio = scale / this.scale;
    this.x = atX - (atX - this.x) * ratio;
    this.y = atY - (atY - this.y) * ratio;
    this.scale = scale;
    this.isFitted = scale === this.fitScale;
    this.clamp();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.clamp();
  }

  /** Moves the map so that a cell is visible. */
  show(x: number, y: number): void {
    const margin = Math.min(40, this.width / 4);
    const [px, py] = this.toPane(x + 0.5, y + 0.5);
    const push = (at: number, size: number) =>
      at < margin ? margin - at : at > size - margin ? size - margin - at : 0;
    this.pan(push(px, this.width), push(py, this.height));
  }

  /** Limits the empty space at the edges. */
  private clamp(): void {
    const within = (at: number, pane: number, map: number) =>
      map <= pane ? (pane - map) / 2 : Math.min(0, Math.max(pane - map, at));
    this.x = within(this.x, this.width, this.mapWidth * this.scale);
    this.y = within(this.y, this.height, this.mapHeight * this.scale);
  }

  toPane(x: number, y: number): [number, number] {
    return [this.x + x * this.scale, this.y + y * this.scale];
  }

  toCell(px: number, py: number): [number, number] {
    return [Math.floor((px - this.x) / this.scale), Math.floor((py - this.y) / this.scale)];
  }
}
